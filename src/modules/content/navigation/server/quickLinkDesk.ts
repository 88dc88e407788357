import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { ADDRESS, quickLinkFields, WECHAT } from '../quickLinkForm.ts'
import type { staffNavigationContract } from '../staffContract.ts'
import { type QuickLink, readNavigation, readQuickLinks } from './navigation.ts'
import { quickLink } from './tables.ts'

const quickLinkForm = bindForm(quickLinkFields, quickLink, {
  // Stores the address only for links that target one.
  url: { read: ({ url }) => url, write: (url, { target }) => ({ url: target === ADDRESS ? url : null }) },
}).besides({ id: true, sort: true })

export const quickLinkDesk = defineSiteRecords<QuickLink>({
  objectType: 'quickLink',
  called: '快捷入口',
  fields: quickLinkFields,
  read: readQuickLinks,
  valuesOf: quickLinkForm.valuesOf,
  check: (_, { target, shownIn, url }) => ({
    ...wrongIf(target === ADDRESS && !url, { url: '请填写网址' }),
    ...wrongIf(target === WECHAT && shownIn !== 'side', { target: '二维码图片只能显示在每个页面的右侧' }),
  }),
  write: ({ db }, values, before) => saveInOrder(db, quickLink, quickLinkForm.rowOf(values), before),
  table: quickLink,
  pack: { key: ({ shownIn, name }) => `${shownIn}/${name}` },
  order: { by: 'shownIn' },
})

export const quickLinkDeskHandlers = {
  'GET /staff/quickLink/list': async ctx => {
    const { list, ...rest } = await quickLinkDesk.list(ctx)
    const { links } = await readNavigation(ctx)
    const targetField = quickLinkFields.find(({ name }) => name === 'target')!
    return {
      ...rest,
      list: list.map(row => {
        const { target, url } = row.values
        return {
          ...row,
          targetName: target === ADDRESS ? String(url) : fieldText(targetField, target),
          isShown: links.some(({ id }) => id === row.id),
        }
      }),
    }
  },
} satisfies Partial<Handlers<typeof staffNavigationContract>>
