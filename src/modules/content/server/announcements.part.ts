import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import type { readingContract } from '../readingContract.ts'
import { contentRecords } from '../siteContract.ts'
import { announcementFields } from '../siteForms.ts'
import { checkPeriod } from './bannerDesk.part.ts'
import { announcement } from './tables.ts'

type Announcement = typeof announcement.$inferSelect

const announcementForm = bindForm(announcementFields, announcement, {}).besides({ id: true })

/** Maximum announcements shown; more would push the page down. */
const MAX_SHOWN = 2

export const announcementsHandlers = {
  /** Current announcements: urgent first, then newest first. */
  'GET /cms/index/noLogin/announcement': async ({ db, now }) => {
    const { id, text, linkUrl, level, startsAt, endsAt } = announcement
    return (
      db
        .select({ id, text, linkUrl, level })
        .from(announcement)
        .where(and(lte(startsAt, now), or(isNull(endsAt), gt(endsAt, now))))
        // 'urgent' comes after 'info' in the alphabet.
        .orderBy(desc(level), desc(startsAt), asc(id))
        .limit(MAX_SHOWN)
    )
  },
} satisfies Partial<Handlers<typeof readingContract>>

const stateNames = { coming: '未开始', showing: '正在显示', over: '已结束' }

function stateAt(now: Date, { startsAt, endsAt }: Announcement): keyof typeof stateNames {
  if (now < startsAt) return 'coming'
  return endsAt && endsAt <= now ? 'over' : 'showing'
}

defineSiteRecords<Announcement, ListOf<typeof contentRecords.announcement>>({
  objectType: 'announcement',
  ...contentRecords.announcement,
  fields: announcementFields,
  read: ({ db }) => db.select().from(announcement).orderBy(desc(announcement.startsAt), desc(announcement.id)),
  nameOf: ({ text }) => text,
  valuesOf: announcementForm.valuesOf,
  facts:
    ({ now }) =>
    row => ({ state: stateAt(now, row), stateName: stateNames[stateAt(now, row)] }),
  check: (_, values) => checkPeriod(values),
  write: async ({ db }, values, before) => {
    const row = announcementForm.rowOf(values)
    const [kept] = before
      ? await db.update(announcement).set(row).where(eq(announcement.id, before.id)).returning({ id: announcement.id })
      : await db.insert(announcement).values(row).returning({ id: announcement.id })
    return kept!.id
  },
  table: announcement,
  // The same words at another time are another line.
  pack: { key: ({ text, startsAt }) => `${minute(iso(startsAt))} ${text}` },
})
