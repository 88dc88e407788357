import type { EntryCase } from '#modules/awards/entries/server/entries.ts'
import type { AwardLevel } from '#modules/awards/rules.ts'

export const proposedLevel = ({ entry, call }: Pick<EntryCase, 'entry' | 'call'>): AwardLevel | undefined =>
  call.rules.levels.find(({ code }) => code === entry.levelProposed)

const nameIn = (list: readonly { code: string; name: string }[], code: string) =>
  list.find(one => one.code === code)?.name ?? ''

export const subTypeNameOf = ({ entry, call }: Pick<EntryCase, 'entry' | 'call'>) =>
  nameIn(call.rules.subTypes, entry.subType)
export const groupNameOf = ({ entry, call }: Pick<EntryCase, 'entry' | 'call'>) =>
  nameIn(call.rules.groups, entry.groupCode)
