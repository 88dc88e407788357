import type { PoolClient } from 'pg'
import { startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type CopyRow, copyRows, reserveIds } from '#lib/server/database/copy.ts'
import { readCatalogues } from './certificateCatalogue.ts'
import { numberKey, wordsOf } from './register.ts'
import { certificate, certificateEvent } from './tables.ts'
import { type Kind, type Made, makeRegister } from './volume/register.ts'

type Loading = Pick<Ctx, 'db' | 'now'> & { client: PoolClient; watch: <Row>(rows: Iterable<Row>) => Iterable<Row> }

/** Loads `count` certificates issued over ten years, three in ten of them to organisations, with their later events. */
export async function loadCertificates({ db, now, client, watch }: Loading, count: number, organisations?: number) {
  const kinds = await readKinds({ db })
  const firstId = await reserveIds(client, certificate, count)
  const make = makeRegister({ now, kinds, count, firstId, organisations })
  await copyRows(client, certificate, watch(certificates(make, count)))
  await copyRows(client, certificateEvent, events(make, count))
}

/** The kinds of both registers that are issued here. */
async function readKinds(ctx: Pick<Ctx, 'db'>): Promise<Kind[]> {
  return (await readCatalogues(ctx)).flatMap(({ register, groups }) => {
    if (register !== 'qualification' && register !== 'personnel') return []
    return groups.flatMap(group =>
      group.kinds.map(({ code, name, validYears, levels }) => ({
        register,
        groupCode: group.code,
        groupName: group.name,
        kindCode: code,
        kindName: name,
        validYears,
        levels,
      })),
    )
  })
}

function* certificates(make: (i: number) => Made, count: number): Iterable<CopyRow> {
  for (let i = 0; i < count; i++) {
    const { statusSince: _, ...row } = make(i)
    yield { ...row, numberKey: numberKey(row.number), createdAt: row.publishedAt, words: wordsOf(row) }
  }
}

const reasons = {
  suspended: '未按规定提交年度报告',
  revoked: '提供虚假材料',
  cancelled: '持证人申请注销',
  replaced: '期满换证',
}

function* events(make: (i: number) => Made, count: number): Iterable<CopyRow> {
  for (let i = 0; i < count; i++) {
    const { id, issuedOn, status, statusSince } = make(i)
    yield event(id, 'issued', issuedOn, '')
    if (status !== 'valid') yield event(id, status, statusSince, reasons[status])
  }
}

const event = (certificateId: number, kind: string, effectiveOn: string, reason: string) => ({
  certificateId,
  kind,
  effectiveOn,
  reason,
  recordedAt: startOf(effectiveOn),
})
