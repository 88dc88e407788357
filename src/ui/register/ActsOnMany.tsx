import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { CallReach, inParts, type PlannedCall, withoutWords } from '../act/CallReach.tsx'
import { Form } from '../form/Form.tsx'
import { BulkDialog } from '../table/BulkDialog.tsx'
import { useBulk } from '../table/useBulk.ts'

export type Row = { id: number }
export type ActResult = { id: number; done: boolean; message: string }
/** `fields`: what is filled in once, for all. */
export type ActForMany<Code extends string> = {
  code: Code
  name: string
  intro: string
  fields: readonly FormField[]
  /** Initial values, besides today. */
  initial?: FormValues
  /** Explanation of the undo; absent: cannot be undone. */
  back?: string
}
export type BulkActOptions<R extends Row, Code extends string, Result extends ActResult> = {
  rows: readonly R[]
  nameOf: (row: R) => string
  unit: string
  send: (act: Code, ids: number[], stated: FormValues) => Promise<readonly Result[]>
  /** Undoes it for those to whom it was done; absent where none of the acts has a way back. */
  takeBack?: (act: Code, done: readonly Result[], stated: FormValues) => Promise<readonly ActResult[]>
  /** The call behind `send`, where it sends messages: the dialog says whom they reach. */
  callOf?: (act: Code, ids: number[], stated: FormValues) => PlannedCall
  /** The dialog is closed, and something was done. */
  changed: () => void
}
type Props<R extends Row, Code extends string, Result extends ActResult> = BulkActOptions<R, Code, Result> & {
  acts: readonly ActForMany<Code>[]
}

/** Bulk actions: each record is processed by its own rules, with one day and one reason. */
export function ActsOnMany<R extends Row, Code extends string, Result extends ActResult>({
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

type ActOnManyProps<R extends Row, Code extends string, Result extends ActResult> = BulkActOptions<R, Code, Result> & {
  act: ActForMany<Code>
  close: () => void
}

const idOf = ({ id }: Row) => id
const MAX_REASON_CHARS = 200

function ActOnMany<R extends Row, Code extends string, Result extends ActResult>({
  act,
  rows,
  nameOf,
  unit,
  send,
  callOf,
  takeBack,
  changed,
  close,
}: ActOnManyProps<R, Code, Result>) {
  const [stated, state] = useState<FormValues>({ effectiveOn: dayOf(new Date()), ...act.initial })
  const [isUndoing, undo] = useState(false)
  const done = useRef<Result[]>([])
  const bulk = useBulk<R>({
    rows,
    idOf,
    nameOf,
    changed: () => {},
    send: async some => {
      const results = await send(act.code, some.map(idOf), stated)
      done.current.push(...results.filter(one => one.done))
      return results
    },
  })
  const leave = () => {
    close()
    if (done.current.length > 0) changed()
  }
  if (isUndoing && takeBack) {
    const names = new Map(rows.map(row => [row.id, nameOf(row)]))
    const reason = stated.reason ? `撤销：${stated.reason}`.slice(0, MAX_REASON_CHARS) : ''
    return (
      <TakeBack
        title={`撤销${act.name} ${done.current.length} ${unit}`}
        unit={unit}
        of={done.current}
        nameOf={({ id }) => names.get(id) ?? ''}
        send={some => takeBack(act.code, some, { ...stated, reason })}
        close={leave}
      >
        {act.back}
        {reason && `原因记为“${reason}”。`}
      </TakeBack>
    )
  }
  return (
    <BulkDialog
      title={`${act.name} ${rows.length} ${unit}`}
      unit={unit}
      action={act.name}
      bulk={bulk}
      close={leave}
      undo={takeBack && act.back && done.current.length > 0 ? () => undo(true) : undefined}
      form={
        <Form
          fields={act.fields}
          values={stated}
          onChange={state}
          errors={bulk.error?.fields}
          onSubmit={() => void bulk.run()}
        >
          {callOf && (
            <CallReach {...inParts(rows.map(idOf), ids => callOf(act.code, ids, withoutWords(act.fields, stated)))} />
          )}
        </Form>
      }
    >
      {act.intro}每一条按各自的状态办理，不能办理的会逐条说明。
    </BulkDialog>
  )
}

type BackProps<Result extends ActResult> = {
  title: string
  unit: string
  of: readonly Result[]
  nameOf: (result: Result) => string
  send: (some: readonly Result[]) => Promise<readonly ActResult[]>
  close: () => void
  children: ReactNode
}

function TakeBack<Result extends ActResult>({ title, unit, of, nameOf, send, close, children }: BackProps<Result>) {
  const bulk = useBulk<Result>({ rows: of, idOf, nameOf, send, changed: () => {} })
  return (
    <BulkDialog title={title} unit={unit} action="撤销" bulk={bulk} close={close}>
      {children}
    </BulkDialog>
  )
}
