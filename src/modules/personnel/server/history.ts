import type { z } from 'zod'
import type { Ctx } from '#lib/server/api/context.ts'
import type { trainingRow } from '../peopleContract.ts'

/** A course that somebody took part in. */
export type Training = z.output<typeof trainingRow>
type History = (ctx: Pick<Ctx, 'db' | 'now'>, personId: number) => Promise<Training[]>

const histories: History[] = []

/** Courses are of a module that builds on this one: it tells what it knows of a person. */
export function defineTrainingHistory(history: History): void {
  histories.push(history)
}

/** The newest first. */
export async function trainingsOf(ctx: Pick<Ctx, 'db' | 'now'>, personId: number): Promise<Training[]> {
  const told = await Promise.all(histories.map(history => history(ctx, personId)))
  return told.flat().sort((a, b) => b.startDate.localeCompare(a.startDate))
}
