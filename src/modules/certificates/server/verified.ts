import type { z } from 'zod'
import { dayOf, iso } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Changes, type Content, changesOf, contentChanges, contentOf, contentOn } from '../content.ts'
import { isHeldByPerson } from '../holder.ts'
import { registerNames } from '../registerNames.ts'
import { type CertificateEvent, eventNames, statusOn } from '../status.ts'
import { verdictOf } from '../verdict.ts'
import type { verified } from '../verified.ts'
import type { Certificate } from './register.ts'

export type Verified = z.output<typeof verified>
export type CertificateQuery = { number?: string | undefined; token?: string | undefined; on?: string | undefined }
export type Event = CertificateEvent & { reason: string; changes: Changes | null }
type Found = Omit<Certificate, 'words'> & {
  events: Event[]
  chain: Pick<Verified, 'predecessors' | 'successors'>
  orgPage: string | null
}

/** A certificate as the public sees it. `knows`: whoever asks has proved to know the person. */
export function toVerified(ctx: Ctx, of: Found, { on, knows }: CertificateQuery & { knows: boolean }): Verified {
  const { now, config } = ctx
  const { events, chain } = of
  const isMasked = isHeldByPerson(of) && !knows
  const mask = maskOf(of, now)
  const show = isMasked ? mask.content : (content: Content) => content
  const content = show(contentOn(contentOf(of), events, on ?? dayOf(now)))
  const statusAt = (date: string) => {
    const { status, statusName } = statusOn(of, events, date)
    return { date, certStatus: status, certStatusName: statusName, verdict: verdictOf(status, of, events, date) }
  }
  return {
    register: of.register,
    registerName: registerNames[of.register],
    certNo: of.number,
    holderName: content.holderName,
    holderMasked: isMasked,
    orgName: content.organisationName,
    // `orgPage` belongs to the organisation that the certificate names today.
    orgPage: content.organisationName === of.organisationName ? of.orgPage : null,
    isListed: isListed(of, now),
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
      changes: changesOf(isMasked ? mask.changes(changes) : changes),
    })),
    ...chain,
    // The code on it is for whoever holds it: of what is masked it would tell the rest.
    verifyUrl: `${config.publicUrl}/admin/verify?${isMasked ? new URLSearchParams({ number: of.number }) : `token=${of.token}`}`,
    checkedAt: iso(now),
  }
}

const NOT_PUBLIC = '未公开'

const isListed = ({ publishedAt }: Pick<Certificate, 'publishedAt'>, now: Date) =>
  publishedAt !== null && publishedAt <= now

/**
 * Masks what a caller who knows only the number must not see: for a person's certificate the name and, unless the
 * person agreed to be listed, the employer.
 */
export function maskOf(of: Omit<Certificate, 'words'>, now: Date) {
  if (!isHeldByPerson(of))
    return { content: (content: Content) => content, changes: (changes: Changes | null) => changes }
  // A person who is a member may stand there as the own organisation.
  const isOwn = of.organisationName === of.holderName
  const names = isOwn ? ['holderName', 'organisationName'] : ['holderName']
  const untold = isListed(of, now) ? [] : ['organisationName', 'creditCode'].filter(name => !names.includes(name))
  const shown = (name: string, text: string) => (names.includes(name) ? maskName(text) : text)
  return {
    content: (content: Content): Content => ({
      ...content,
      holderName: maskName(content.holderName),
      organisationName: untold.includes('organisationName')
        ? NOT_PUBLIC
        : shown('organisationName', content.organisationName),
      creditCode: untold.includes('creditCode') ? '' : content.creditCode,
    }),
    changes: (changes: Changes | null): Changes => {
      const told = Object.entries(changes ?? {}).filter(([name]) => !untold.includes(name))
      return Object.fromEntries(
        told.map(([name, [before, after]]) => [name, [shown(name, before), shown(name, after)]]),
      )
    },
  }
}
