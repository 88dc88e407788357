import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#lib/server/database/db.ts'
import { bodyByCode } from '#modules/posts/server/bodies.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { meeting, meetingArticle, meetingItem, meetingRule } from './server/tables.ts'

setUpSite({ demo: true })

const ID = 900_001
const [, file] = readFileSync(join(import.meta.dirname, '../../../drizzle/meta/_journal.json'), 'utf8').match(
  /"(\d+_meetings)"/,
)!
/** What the migration copies; it begins with the remark about meetings from before. */
const copies = readFileSync(join(import.meta.dirname, `../../../drizzle/${file}.sql`), 'utf8')
  .split('--> statement-breakpoint')
  .filter(statement => /INSERT INTO "meeting/.test(statement))

test('meetings, agendas, votes, rules and articles from before are all there, under the body of their kind', async () => {
  const { db } = site.services
  await db
    .transaction(async tx => {
      const [of] = await tx.select().from(application).limit(1)
      await tx.delete(meetingItem)
      await tx.delete(meetingRule)
      await tx.execute(sql`insert into board (id, title, kind, meets_on, place, state, version, opinion, entitled, present, on_leave,
          attendees, chair, recorder, recorded_at, actor_name, rule)
        values (${ID}, '第五届理事会第一次会议', 'council', '2024-03-01', '会议室', 'recorded', 4, '会议通过', 45, 40, 3,
          '{张明,李晓明}', '李晓明', '王芳', '2024-03-01T10:00:00+08:00', '周平', '{"entitled": 45, "quorum": null, "vote": null}')`)
      await tx.execute(sql`insert into board_item (board_id, application_id, place, outcome, reason, yes, no, abstained, recused)
        values (${ID}, ${of!.id}, 2, 'pass', '', 38, 1, 1, 0)`)
      await tx.execute(sql`insert into board_rule (kind, entitled, quorum, quorum_how, counts_votes, publishes_votes)
        values ('standing', 15, '2/3', 'atLeast', false, false)`)
      await tx.execute(sql`insert into board_article (board_id, kind, article_id) values (${ID}, 'membership', 1)`)
      expect(copies).toHaveLength(4)
      for (const statement of copies) await tx.execute(sql.raw(statement))
      const council = await bodyByCode({ db: tx as unknown as Db }, 'council')
      const standing = await bodyByCode({ db: tx as unknown as Db }, 'standing')
      expect(await tx.select().from(meeting).where(eq(meeting.id, ID))).toMatchObject([
        {
          title: '第五届理事会第一次会议',
          bodyId: council.id,
          state: 'recorded',
          version: 4,
          entitled: 45,
          present: 40,
          attendees: ['张明', '李晓明'],
          rule: { entitled: 45, quorum: null },
          recordedAt: new Date('2024-03-01T10:00:00+08:00'),
        },
      ])
      expect(await tx.select().from(meetingItem)).toMatchObject([
        { meetingId: ID, applicationId: of!.id, kindId: null, place: 2, outcome: 'pass', yes: 38, abstained: 1 },
      ])
      expect(await tx.select().from(meetingRule)).toMatchObject([{ bodyId: standing.id, entitled: 15, quorum: '2/3' }])
      expect(await tx.select().from(meetingArticle).where(eq(meetingArticle.meetingId, ID))).toHaveLength(1)
      tx.rollback()
    })
    .catch(error => {
      if (error.name !== 'TransactionRollbackError' && !/[Rr]ollback/.test(String(error))) throw error
    })
  expect.assertions(5)
})
