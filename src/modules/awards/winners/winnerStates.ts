/** `scheduled`: shown from a day to come. `withdrawn`: taken back, and still listed as that where it had been shown. */
export const winnerStates = ['unpublished', 'scheduled', 'published', 'withdrawn'] as const
export type WinnerState = (typeof winnerStates)[number]
export const winnerStateNames: Record<WinnerState, string> = {
  unpublished: '未公布',
  scheduled: '待公布',
  published: '已公布',
  withdrawn: '已撤销',
}
