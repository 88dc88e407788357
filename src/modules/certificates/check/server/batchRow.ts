import type { Output } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { changesOf, contentChanges, contentOf, contentOn } from '#modules/certificates/content.ts'
import { registerNames } from '#modules/certificates/registerNames.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { type Event, maskOf } from '#modules/certificates/server/verified.ts'
import { eventNames, statusOn } from '#modules/certificates/status.ts'
import { lastStatusChange } from '#modules/certificates/verdict.ts'
import type { batchContract } from '../batchContract.ts'

export type Batch = Output<(typeof batchContract)['POST /cert/verify/batch']>
export type BatchRow = Batch['rows'][number]
type Found = Omit<Certificate, 'words'> & { events: Event[] }

const NOT_FOUND: Omit<BatchRow, 'number'> = {
  status: 'notFound',
  statusName: '登记库中没有',
  certificate: null,
  note: '请核对编号是否完整、有无错字；这不等于证书无效，可致电协会核实',
}

/** Builds the result row for one number. A person's own data is masked, as for anyone who knows only the number. */
export function batchRow(number: string, of: Found | undefined, { day, now }: { day: string; now: Date }): BatchRow {
  if (!of) return { number, ...NOT_FOUND }
  const today = dayOf(now)
  const { holderName, organisationName, ...content } = maskOf(of, now).content(contentOn(contentOf(of), of.events, day))
  return {
    number,
    ...statusOn(of, of.events, day),
    certificate: {
      certNo: of.number,
      registerName: registerNames[of.register],
      holderName,
      orgName: organisationName,
      groupName: of.groupName,
      kindName: of.kindName,
      levelName: content.levelName,
      scope: content.scope,
      issueDate: of.issuedOn,
      validFrom: of.validFrom,
      validTo: of.validTo,
    },
    note: [reasonOf(of, day), day < today && sinceThen(of, day, today)].filter(Boolean).join('；'),
  }
}

/** Returns the event that led to the status with its reason; empty where only the dates did. */
function reasonOf({ events }: Found, day: string): string {
  const last = lastStatusChange(events, day)
  return last ? `${longDay(last.effectiveOn)}${eventNames[last.kind]}${last.reason && `：${last.reason}`}` : ''
}

/** Describes what has changed between `day` and today. */
function sinceThen(of: Found, day: string, today: string): string {
  const now = statusOn(of, of.events, today)
  const changes = changesOf(contentChanges(contentOn(contentOf(of), of.events, day), contentOf(of)))
  return [
    now.status !== statusOn(of, of.events, day).status && `今天的状态：${now.statusName}`,
    changes.length > 0 && `此后变更过${changes.map(({ label }) => label).join('、')}`,
  ]
    .filter(Boolean)
    .join('；')
}
