import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** A browser with one window, driven from outside. Both protocols share the shape of their input actions. */
export type Driver = {
  /** Begins to load a page and does not wait for it. */
  open: (url: string) => Promise<void>
  /** Calls a function in the page, given as source text; arguments and answer are JSON. */
  call: <T>(source: string, ...args: unknown[]) => Promise<T>
  /** Performs sources of actions: https://www.w3.org/TR/webdriver2/#actions */
  act: (...sources: object[]) => Promise<void>
  /** Chooses files in the first input that matches, as the dialog of the system would. */
  chooseFiles: (selector: string, paths: string[]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  /** Returns what scripts have complained of since the last call. */
  takeComplaints: () => Promise<string[]>
  close: () => Promise<void>
}

/** How long anything may take, on a machine that has other work. */
export const TIMEOUT = 60_000

/** Time zone of the association, and language of its visitors. */
export const surroundings = { ...process.env, TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8' }

/** Starts a program that ends with this process at the latest, whatever happens to the test. */
export function startProgram(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, options)
  process.once('exit', () => child.kill())
  return child
}
