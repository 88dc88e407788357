import { longDay } from '#lib/dates.ts'

/** 2026年11月21日, of a day or of a moment in JSON; never broken over lines. */
export const Day = ({ of }: { of: string }) => <time dateTime={of}>{longDay(of)}</time>
