import type { z } from 'zod'
import { dayOf, iso } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import {
  type Changes,
  type Content,
  changesOf,
  contentChanges,
  contentOf,
  contentOn,
} from '#modules/certificates/content.ts'
import { registerNames } from '#modules/certificates/registerNames.ts'
import { type Certificate, isPersons } from '#modules/certificates/server/register.ts'
import { type CertificateEvent, eventNames, statusOn } from '#modules/certificates/status.ts'
import type { verified } from '../verified.ts'

export type Verified = z.output<typeof verified>
export type Asked = { number?: string | undefined; token?: string | undefined; on?: string | undefined }
export type Event = CertificateEvent & { reason: string; changes: Changes | null }
type Found = Omit<Certificate, 'words'> & { events: Event[]; chain: Pick<Verified, 'predecessors' | 'successors'> }

/** A certificate as the public sees it. `knows`: whoever asks has proved to know the person. */
export function toVerified(ctx: Ctx, of: Found, { on, knows }: Asked & { knows: boolean }): Verified {
  const { now, config } = ctx
  const { events, chain } = of
  const isMasked = isPersons(of) && !knows
  const show = isMasked ? masked : (content: Content) => content
  const content = show(contentOn(contentOf(of), events, on ?? dayOf(now)))
  const statusAt = (date: string) => {
    const { status, statusName } = statusOn(of, events, date)
    return { date, certStatus: status, certStatusName: statusName }
  }
  return {
    register: of.register,
    registerName: registerNames[of.register],
    certNo: of.number,
    holderName: content.holderName,
    holderMasked: isMasked,
    orgName: content.organisationName,
    creditCode: content.creditCode || null,
    provinceName: content.provinceName,
    groupName: of.groupName,
    kindName: of.kindName,
    levelName: content.levelName,
    scope: content.scope,
    issuer: of.issuer,
    issueDate: of.issuedOn,
    validFrom: of.validFrom,
    validTo: of.validTo,
    today: statusAt(dayOf(now)),
    on: on ? statusAt(on) : null,
    changedSince: changesOf(contentChanges(content, show(contentOf(of)))),
    history: events.map(({ kind, effectiveOn, reason, changes }) => ({
      event: kind,
      eventName: eventNames[kind],
      date: effectiveOn,
      reason,
      changes: changesOf(isMasked ? maskedChanges(changes) : changes),
    })),
    ...chain,
    // The code on it is for whoever holds it: of what is masked it would tell the rest.
    verifyUrl: `${config.publicUrl}/admin/verify?${isMasked ? new URLSearchParams({ number: of.number }) : `token=${of.token}`}`,
    checkedAt: iso(now),
  }
}

/** A person who is a member may stand there as the own organisation. */
const masked = (content: Content): Content => ({
  ...content,
  holderName: maskName(content.holderName),
  ...(content.organisationName === content.holderName && { organisationName: maskName(content.organisationName) }),
})

function maskedChanges(changes: Changes | null): Changes | null {
  if (!changes?.holderName) return changes
  const [before, after] = changes.holderName
  return { ...changes, holderName: [maskName(before), maskName(after)] }
}
