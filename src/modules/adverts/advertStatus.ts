import { typedKeys } from '#lib/keys.ts'
import { nameOfState } from '#modules/review/workflow.ts'

/** 广告状态, as its advertiser reads it: from what was decided, called as in every application, and from its dates. */
export const statusNames = {
  draft: nameOfState('draft'),
  submitted: nameOfState('submitted'),
  returned: nameOfState('returned'),
  unpaid: nameOfState('unpaid'),
  paying: nameOfState('paying'),
  scheduled: '排期中',
  running: '投放中',
  ended: '已到期',
  takenDown: '已下线',
  rejected: nameOfState('rejected'),
  withdrawn: nameOfState('withdrawn'),
  lapsed: nameOfState('expired'),
} as const
export type AdvertStatus = keyof typeof statusNames
export const statuses = typedKeys(statusNames)

/**
 * States stored in the table. "scheduled", "running" and "ended" are derived from the dates of an approved advert.
 * `deleted`: only in rows of earlier versions.
 */
export const storedStates = [
  ...(['draft', 'submitted', 'returned', 'unpaid', 'paying', 'approved', 'takenDown'] as const),
  ...(['withdrawn', 'rejected', 'lapsed', 'deleted'] as const),
] as const
export type StoredState = (typeof storedStates)[number]

/**
 * States in which an advert occupies its position on each of its days. A returned one occupies nothing until it is
 * submitted again.
 */
export const OCCUPYING_STATES: StoredState[] = ['submitted', 'unpaid', 'paying', 'approved']

type StoredAdvert = { status: StoredState; startsOn: string | null; endsOn: string | null }

export function statusOf({ status, startsOn, endsOn }: StoredAdvert, today: string): AdvertStatus {
  if (status === 'deleted') return 'withdrawn'
  if (status !== 'approved') return status
  if (endsOn! < today) return 'ended'
  return startsOn! <= today ? 'running' : 'scheduled'
}

/** Reports whether an advert has ended; its advertiser may then remove it from the list. */
export const hasEnded = (status: AdvertStatus) =>
  ['ended', 'takenDown', 'rejected', 'withdrawn', 'lapsed'].includes(status)

/** Kind of the receivable of an advert. */
export const ADVERT_FEE = 'advertFee'
