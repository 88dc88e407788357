import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Clerk, signedInActor } from '#lib/server/api/context.ts'
import { namesOf } from '#modules/accounts/clerks/server/desk.ts'
import { countInvitations } from '#modules/accounts/server/acting.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { countUnread } from '#modules/messages/server/readState.ts'
import { countApplicationsToDo } from '#modules/review/applying/server/todos.ts'
import type { homeContract } from '../contract.ts'
import { readOwner } from './owner.ts'

export const infoHandlers = {
  /** Account, organisation, person and membership for the header and the member centre, in one answer. */
  'GET /member/info': async ctx => {
    const { account, organisation, person, member, level } = await readOwner(ctx)
    const { clerk } = signedInActor(ctx)
    const [unread, todoNum, invitations] = await Promise.all([
      countUnread(ctx),
      countApplicationsToDo(ctx),
      countInvitations(ctx),
    ])
    return {
      id: account.id,
      userName: account.userName,
      accountType: account.kind,
      email: account.email,
      phone: account.phoneSealed && maskMobile(ctx.encryption.decrypt(account.phoneSealed)),
      avatar: fileUrl(organisation?.logoId ?? null),
      // Falls back to the registration until the profile is filled in.
      realName: person?.name ?? (account.kind === 'person' ? account.displayName : null),
      orgName: organisation?.name ?? (account.kind === 'organisation' ? account.displayName : null),
      creditCode: organisation?.creditCode ?? account.creditCode ?? account.claimedCode,
      isComplete: account.organisationId !== null || account.personId !== null,
      memberStatus: member?.status ?? null,
      memberType: member?.kind ?? null,
      memberNo: member?.number ?? null,
      memberLevelName: level?.name ?? null,
      joinDate: member?.joinedOn ?? null,
      feePaidYear: member?.feePaidYear ?? null,
      unread,
      todoNum,
      clerk: clerk ? clerkShown(clerk) : null,
      invitations,
      idleMinutes: ctx.config.limits.sessionIdle / 60_000,
    }
  },
} satisfies Partial<Handlers<typeof homeContract>>

const clerkShown = ({ userName, name, duties, isOwner }: Clerk) => {
  return { userName, name, duties: [...duties], dutyNames: namesOf(duties), isOwner }
}
