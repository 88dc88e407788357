import { ALL_STEPS_PASSED, isLastStep, isUnderReview, mayDecide, type Review, stepAt } from './reviewSteps.ts'

/** States of an article. They alone decide what visitors can read. */
export const articleStates = {
  draft: '草稿',
  review: '待审核',
  returned: '已退回',
  scheduled: '定时发布',
  published: '已发布',
  withdrawn: '已下线',
} as const
export type ArticleState = keyof typeof articleStates

type Move = {
  /** Label of its button. */
  name: string
  may: 'staff:content' | 'staff:firstReview' | 'staff:secondReview' | 'staff:publish'
  /** Target state for each allowed source state. */
  to: Partial<Record<ArticleState, ArticleState>>
}

/** Transitions between states. A published article stays published while its next text is scheduled. */
export const moves = {
  handIn: { name: '提交审核', may: 'staff:content', to: { draft: 'review', returned: 'review' } },
  recall: { name: '撤回修改', may: 'staff:content', to: { review: 'draft' } },
  return: { name: '退回', may: 'staff:publish', to: { review: 'returned' } },
  firstReview: { name: '通过初审', may: 'staff:firstReview', to: {} },
  secondReview: { name: '通过复审', may: 'staff:secondReview', to: {} },
  schedule: {
    name: '定时发布',
    may: 'staff:publish',
    to: {
      draft: 'scheduled',
      review: 'scheduled',
      returned: 'scheduled',
      withdrawn: 'scheduled',
      published: 'published',
    },
  },
  unschedule: { name: '取消定时', may: 'staff:publish', to: { scheduled: 'draft', published: 'published' } },
  publish: {
    name: '发布',
    may: 'staff:publish',
    to: {
      draft: 'published',
      review: 'published',
      returned: 'published',
      scheduled: 'published',
      withdrawn: 'published',
      published: 'published',
    },
  },
  withdraw: { name: '下线', may: 'staff:publish', to: { published: 'withdrawn' } },
} as const satisfies Record<string, Move>
export type ArticleMove = keyof typeof moves

/** `review`: null where the association asks for none, and who may publish does. */
export type ArticleAccess = {
  status: ArticleState
  isScheduled: boolean
  isOwn: boolean
  /** The text is another than the public one. */
  isChanged: boolean
  review: Review | null
}
type PermissionHolder = { permissions: readonly string[] }

const isEditor = ({ permissions }: PermissionHolder) => permissions.includes('staff:publish')

/** Into which state a move leads from here; undefined where it is none from here, or not this person's. */
export function stateAfter(
  move: ArticleMove,
  standing: ArticleAccess,
  who: PermissionHolder,
): ArticleState | undefined {
  const { status, isScheduled, isOwn, review } = standing
  const { may, to }: Move = moves[move]
  if (review) return stateUnderReview(move, { ...standing, review }, who)
  if (!who.permissions.includes(may)) return undefined
  if (may === 'staff:content' && !isOwn && !isEditor(who)) return undefined
  if (move === 'unschedule' && !isScheduled) return undefined
  if (move === 'schedule' && isScheduled) return undefined
  return to[status]
}

/** The same where a review in three steps is asked for: a public article stays so while its next text is under review. */
function stateUnderReview(move: ArticleMove, standing: ArticleAccess & { review: Review }, who: PermissionHolder) {
  const { status, isScheduled, isOwn, isChanged, review } = standing
  const isWaiting = isUnderReview(review)
  const isPublic = status === 'published'
  const isTheirs = who.permissions.includes('staff:content') && (isOwn || isEditor(who))
  switch (move) {
    case 'handIn':
      if (!isTheirs || isWaiting || isScheduled) return undefined
      if (isPublic) return isChanged ? status : undefined
      return 'review'
    case 'recall':
      return isTheirs && isWaiting ? (isPublic ? status : 'draft') : undefined
    case 'return':
      return mayDecide(review, who) ? (isPublic ? status : 'returned') : undefined
    case 'firstReview':
    case 'secondReview':
      return stepAt(review.step)?.may === moves[move].may && mayDecide(review, who) ? status : undefined
    case 'schedule':
      if (!isLastStep(review) || !mayDecide(review, who)) return undefined
      return isPublic ? status : 'scheduled'
    case 'publish':
      return (isLastStep(review) && mayDecide(review, who)) || (review.step === ALL_STEPS_PASSED && isEditor(who))
        ? 'published'
        : undefined
    case 'unschedule':
      return isScheduled && isEditor(who) ? moves.unschedule.to[isPublic ? 'published' : 'scheduled'] : undefined
    case 'withdraw':
      return isPublic && isEditor(who) ? 'withdrawn' : undefined
  }
}

/** Writers change what is theirs and still with them; editors everything but what waits for its time, or for a reviewer. */
export function mayEdit(
  { status, isScheduled, isOwn, review }: Omit<ArticleAccess, 'isChanged'>,
  who: PermissionHolder,
): boolean {
  if (isScheduled || isUnderReview(review) || !who.permissions.includes('staff:content')) return false
  return isEditor(who) || (isOwn && (status === 'draft' || status === 'returned'))
}

/** Into the trash and out of it: as editing, but for the clock and the review, which an editor may stop that way. */
export const mayDelete = (standing: Omit<ArticleAccess, 'isChanged'>, who: PermissionHolder) =>
  mayEdit({ ...standing, isScheduled: false, review: null }, who)
