import { asc } from 'drizzle-orm'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { contentRecords } from '../siteContract.ts'
import { linkFields } from '../siteForms.ts'
import { usePictures } from './bannerDesk.part.ts'
import { link } from './tables.ts'

type Link = typeof link.$inferSelect

const linkForm = bindForm(linkFields, link, { logo: 'logoId' }).besides({ id: true, sort: true })

defineSiteRecords<Link>({
  objectType: 'link',
  ...contentRecords.link,
  fields: linkFields,
  read: ({ db }) => db.select().from(link).orderBy(asc(link.sort), asc(link.id)),
  valuesOf: linkForm.valuesOf,
  check: (_, { kind, logo }) => wrongIf(kind === 'picture' && !logo, { logo: '请上传图片，或改为显示文字' }),
  write: async (ctx, values, before) => {
    const row = linkForm.rowOf(values)
    await usePictures(ctx, [row.logoId], [before?.logoId])
    return saveInOrder(ctx.db, link, row, before)
  },
  table: link,
  pack: { key: 'name' },
  order: {},
})
