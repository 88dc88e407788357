/** Steps of the three-step review (三审) in order, with the permission that each needs. The last step publishes. */
export const reviewSteps = [
  { step: 1, name: '初审', may: 'staff:firstReview' },
  { step: 2, name: '复审', may: 'staff:secondReview' },
  { step: 3, name: '终审', may: 'staff:publish' },
] as const
type Step = (typeof reviewSteps)[number]

/** Results recorded in the review history. */
export const reviewResults = { handedIn: '送审', passed: '通过', returned: '退回', recalled: '撤回' } as const
export type ReviewResult = keyof typeof reviewResults

export const LAST_STEP = reviewSteps.length
/** Step number after all steps are passed, while the text waits for its scheduled time. */
export const ALL_STEPS_PASSED = LAST_STEP + 1

/** Review state as seen by one person. `isBarred`: they wrote the text or decided at another step. */
export type Review = { step: number | null; isBarred: boolean }

export const stepAt = (step: number | null): Step | undefined => reviewSteps.find(one => one.step === step)

/** Returns whether a reviewer decides next; the text is locked until then. */
export const isUnderReview = (review: Review | null) => stepAt(review?.step ?? null) !== undefined

type PermissionHolder = { permissions: readonly string[] }

/** Returns whether this person may decide: they hold the permission of the step and took no earlier part. */
export function mayDecide({ step, isBarred }: Review, { permissions }: PermissionHolder): boolean {
  const waiting = stepAt(step)
  return waiting !== undefined && !isBarred && permissions.includes(waiting.may)
}

export const isLastStep = ({ step }: Review) => step === LAST_STEP
