import { Button } from 'antd'
import { useState } from 'react'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { ActOnMany } from './ActOnMany.tsx'

export type Row = { id: number }
export type Told = { id: number; done: boolean; message: string }
/** `fields`: what is filled in once, for all. */
export type ActForMany<Code extends string> = {
  code: Code
  name: string
  intro: string
  fields: readonly FormField[]
  /** What stands in them at first, beside today. */
  initial?: FormValues
  /** What taking it back brings; absent: there is no way back. */
  back?: string
}
export type Acting<R extends Row, Code extends string, Result extends Told> = {
  rows: readonly R[]
  nameOf: (row: R) => string
  unit: string
  send: (act: Code, ids: number[], stated: FormValues) => Promise<readonly Result[]>
  /** Undoes it for those to whom it was done; absent where none of the acts has a way back. */
  takeBack?: (act: Code, done: readonly Result[], stated: FormValues) => Promise<readonly Told[]>
  /** The dialog is closed, and something was done. */
  changed: () => void
}
type Props<R extends Row, Code extends string, Result extends Told> = Acting<R, Code, Result> & {
  acts: readonly ActForMany<Code>[]
}

/** What is done to one record at a time, done to many: each by its own rules, with one day and one reason. */
export function ActsOnMany<R extends Row, Code extends string, Result extends Told>({
  acts,
  rows,
  ...rest
}: Props<R, Code, Result>) {
  const [asked, ask] = useState<{ act: ActForMany<Code>; rows: readonly R[] }>()
  return (
    <>
      {acts.map(act => (
        <Button key={act.code} onClick={() => ask({ act, rows })}>
          {act.name}
        </Button>
      ))}
      {asked && <ActOnMany {...rest} {...asked} close={() => ask(undefined)} />}
    </>
  )
}
