import { fieldText } from '#lib/form/formWords.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { ADDRESS, quickLinkFields, WECHAT } from '../quickLinkForm.ts'
import { navigationRecords } from '../staffContract.ts'
import { type QuickLink, readNavigation, readQuickLinks } from './navigation.ts'
import { quickLink } from './tables.ts'

const quickLinkForm = bindForm(quickLinkFields, quickLink, {
  // Stores the address only for links that target one.
  url: { read: ({ url }) => url, write: (url, { target }) => ({ url: target === ADDRESS ? url : null }) },
}).besides({ id: true, sort: true })

const targetField = quickLinkFields.find(({ name }) => name === 'target')!

defineSiteRecords<QuickLink, ListOf<typeof navigationRecords.quickLink>>({
  objectType: 'quickLink',
  ...navigationRecords.quickLink,
  fields: quickLinkFields,
  read: readQuickLinks,
  valuesOf: quickLinkForm.valuesOf,
  facts: async ctx => {
    const { links } = await readNavigation(ctx)
    return row => ({
      targetName: row.target === ADDRESS ? String(row.url) : fieldText(targetField, row.target),
      isShown: links.some(({ id }) => id === row.id),
    })
  },
  check: (_, { target, shownIn, url }) => ({
    ...wrongIf(target === ADDRESS && !url, { url: '请填写网址' }),
    ...wrongIf(target === WECHAT && shownIn !== 'side', { target: '二维码图片只能显示在每个页面的右侧' }),
  }),
  write: ({ db }, values, before) => saveInOrder(db, quickLink, quickLinkForm.rowOf(values), before),
  table: quickLink,
  pack: { key: ({ shownIn, name }) => `${shownIn}/${name}` },
  order: { by: 'shownIn' },
})
