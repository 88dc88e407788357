import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { reloadOnConflict } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { FormDialog, type FormDialogFields } from '#ui/form/FormDialog.tsx'

export type ActOnOne = {
  name: string
  intro: ReactNode
  danger?: boolean
  isMain?: boolean
  /** A precondition is missing. */
  disabled?: boolean
  fields?: FormDialogFields
  initial?: FormValues
}

type Props<Act extends string> = {
  possible: readonly Act[]
  actOf: (act: Act) => ActOnOne
  called: string
  /** Throws what the server refuses. */
  send: (act: Act, values: FormValues) => Promise<unknown>
  /** Shows the record as it has become meanwhile, where somebody else was faster. */
  reload: () => void
  /** Buttons before them: what is not an act on it. */
  children?: ReactNode
}

/** The acts that are possible on a record now, each after saying what it brings about. */
export function ActsOnOne<Act extends string>({ possible, actOf, called, send, reload, children }: Props<Act>) {
  const [asked, ask] = useState<Act>()
  if (possible.length === 0 && !children) return null
  return (
    <>
      <div className="form-actions">
        {children}
        {possible.map(act => {
          const { name, danger, isMain, disabled } = actOf(act)
          return (
            <Button
              key={act}
              type={isMain ? 'primary' : 'default'}
              danger={danger}
              disabled={disabled}
              onClick={() => ask(act)}
            >
              {name}
            </Button>
          )
        })}
      </div>
      {asked && (
        <AskedAct
          act={actOf(asked)}
          called={called}
          send={values => send(asked, values)}
          reload={reload}
          close={() => ask(undefined)}
        />
      )}
    </>
  )
}

type AskedActProps = {
  act: ActOnOne
  called: string
  send: (values: FormValues) => Promise<unknown>
  reload: () => void
  close: () => void
}

const AskedAct = ({ act, called, send, reload, close }: AskedActProps) => (
  <FormDialog
    title={`${act.name}：${called}`}
    intro={typeof act.intro === 'string' ? <p>{act.intro}</p> : act.intro}
    action={act.name}
    danger={act.danger}
    fields={act.fields ?? []}
    initial={act.initial}
    send={values => send(values).catch(error => reloadOnConflict(error, reload))}
    close={close}
  />
)
