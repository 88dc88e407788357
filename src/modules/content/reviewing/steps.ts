/** Of the review in three steps (三审): who decides at each, in their order. The last of them publishes. */
export const reviewSteps = [
  { step: 1, name: '初审', may: 'staff:firstReview' },
  { step: 2, name: '复审', may: 'staff:secondReview' },
  { step: 3, name: '终审', may: 'staff:publish' },
] as const
type Step = (typeof reviewSteps)[number]

/** What somebody did with it, as its history says. */
export const reviewResults = { handedIn: '送审', passed: '通过', returned: '退回', recalled: '撤回' } as const
export type ReviewResult = keyof typeof reviewResults

export const LAST_STEP = reviewSteps.length
/** Where a text is that has passed all steps, and waits for its time. */
export const PASSED = LAST_STEP + 1

/** Where a text is on its way, as this person sees it. `isBarred`: they wrote it, or decided at another step. */
export type Review = { step: number | null; isBarred: boolean }

export const stepAt = (step: number | null): Step | undefined => reviewSteps.find(one => one.step === step)

/** Somebody decides next: till then the text stays as it was handed in. */
export const isUnderReview = (review: Review | null) => stepAt(review?.step ?? null) !== undefined

type Who = { permissions: readonly string[] }

/** Whether it waits for this person: with the right of its step, and as nobody who had to do with it before. */
export function mayDecide({ step, isBarred }: Review, { permissions }: Who): boolean {
  const waiting = stepAt(step)
  return waiting !== undefined && !isBarred && permissions.includes(waiting.may)
}

export const isLastStep = ({ step }: Review) => step === LAST_STEP
