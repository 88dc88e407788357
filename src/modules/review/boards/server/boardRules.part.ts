import { eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { type BoardKind, boardKinds, nameOfBoard } from '../board.ts'
import { type BoardRule, boardRuleFaults, boardRuleFields, type Rounding, ruleSentences } from '../boardRule.ts'
import { boardRecords } from '../ruleContract.ts'
import { readFraction, type Share } from '#lib/share.ts'
import { boardRule } from './tables.ts'

type StoredRule = typeof boardRule.$inferSelect
type Row = StoredRule & { id: number }

const ruleForm = bindForm(boardRuleFields, boardRule, {}).besides({ kind: true })

const EMPTY_RULE: Omit<StoredRule, 'kind'> = {
  entitled: null,
  quorum: '',
  quorumHow: null,
  countsVotes: false,
  majority: '',
  majorityHow: null,
  majorityOf: null,
  ballot: null,
  publishesVotes: false,
}

async function readRules({ db }: Pick<Ctx, 'db'>): Promise<Row[]> {
  const kept = new Map((await db.select().from(boardRule)).map(row => [row.kind, row]))
  return boardKinds().map((kind, i) => ({ id: i + 1, ...(kept.get(kind) ?? { kind, ...EMPTY_RULE }) }))
}

/** Charter rules: one per kind of meeting, changed but never removed. */
defineSiteRecords<Row, ListOf<typeof boardRecords.boardRule>>({
  objectType: 'boardRule',
  ...boardRecords.boardRule,
  fields: boardRuleFields,
  read: readRules,
  nameOf: ({ kind }) => `${nameOfBoard(kind)}的规则`,
  valuesOf: ruleForm.valuesOf,
  facts: () => row => ({ sentences: ruleSentences(ruleIn(row)) }),
  check: (_, values) => boardRuleFaults(values),
  write: async ({ db }, values, before) => {
    if (!before) throw conflict('每类会议只有一份规则，请修改其中一份')
    const row = { kind: before.kind, ...ruleForm.rowOf(values) }
    await db.insert(boardRule).values(row).onConflictDoUpdate({ target: boardRule.kind, set: row })
    return before.id
  },
  pack: { key: ({ kind }) => kind },
})

export async function readBoardRule({ db }: Pick<Ctx, 'db'>, kind: BoardKind): Promise<BoardRule> {
  const [kept] = await db.select().from(boardRule).where(eq(boardRule.kind, kind))
  return ruleIn(kept ?? { kind, ...EMPTY_RULE })
}

function ruleIn(of: StoredRule): BoardRule {
  const majority = of.countsVotes ? shareIn(of.majority, of.majorityHow) : null
  return {
    entitled: of.entitled,
    quorum: shareIn(of.quorum, of.quorumHow),
    vote: majority && {
      majority,
      of: of.majorityOf ?? 'present',
      ballot: of.ballot ?? 'show',
      isPublished: of.publishesVotes,
    },
  }
}

function shareIn(typed: string, how: Rounding | null): Share | null {
  const read = readFraction(typed)
  return read ? { ...read, isStrict: how === 'moreThan' } : null
}
