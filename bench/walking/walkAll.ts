import type { Browser } from '@playwright/test'
import { limitOf, type Task } from './task.ts'
import { type Walked, type Width, walk } from './walk.ts'

/** Prints a row for each task, at both widths; false when one failed or took too many acts. */
export async function walkAll(browser: Browser, tasks: readonly Task[]): Promise<boolean> {
  console.log('| 任务 | 起初 | 最少 | 不超过 | 1440 | 375 | 秒 |\n|---|---:|---:|---:|---:|---:|---:|')
  let isFine = true
  for (const task of tasks) {
    const limit = limitOf(task)
    const wide = await walk(browser, task, 1440)
    const narrow = await walk(browser, task, 375)
    const cells = [task.before ?? '–', task.least, limit, told(wide, limit), told(narrow, limit)]
    console.log(`| ${task.name} | ${cells.join(' | ')} | ${wide.seconds.toFixed(1)} / ${narrow.seconds.toFixed(1)} |`)
    for (const [width, { fault }] of [
      [1440, wide],
      [375, narrow],
    ] satisfies [Width, Walked][])
      if (fault) console.error(`  ${width}: ${fault}`)
    isFine &&= isDone(wide, limit) && isDone(narrow, limit)
  }
  return isFine
}

const isDone = ({ acts, fault }: Walked, limit: number) => !fault && acts <= limit
const told = (walked: Walked, limit: number) =>
  walked.fault ? '没有办成' : isDone(walked, limit) ? String(walked.acts) : `${walked.acts}（过多）`
