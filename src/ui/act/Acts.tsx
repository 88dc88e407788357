import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract, ApiKey } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { CallReach, type SendingCall, withoutWords } from './CallReach.tsx'
import { useUndo } from './undo.tsx'

type PostKey = Extract<ApiKey, `POST ${string}`>

type Words<Of> = {
  name: string
  /** The button that confirms, where it says more than the name. */
  action?: string
  /** Title of the dialog; without one the name and whom it is about. */
  title?: (of: Of) => string
  /** What it will send, change or end. */
  confirm?: ReactNode | ((of: Of) => ReactNode)
  fields?: readonly FormField[] | ((of: Of, values: FormValues) => readonly FormField[])
  initial?: (of: Of) => FormValues
  isMain?: boolean
  isDanger?: boolean
  /** Whether a precondition is missing, which the screen explains. */
  isBlocked?: (of: Of) => boolean
}

/** What can be done to one record: what it asks for, the call that it makes, and what it says when that is done. */
export type Act<Of> = Words<Of> & {
  /** Calls the server and returns what to tell the user, and what takes it back. Throws what the server refuses. */
  run: (of: Of, values: FormValues) => Promise<{ said: string; undo?: () => Promise<string> }>
  sends?: true | undefined
  /** The call that it makes. */
  callOf: (of: Of, values: FormValues) => SendingCall
}

/** Declares an act on a record of this type. What a second person has to approve first is told as that. */
export const defineAct =
  <Of,>() =>
  <K extends PostKey, U extends PostKey = never>({
    call,
    input,
    done,
    undo,
    ...words
  }: Words<Of> & Call<Of, K> & { undo?: UndoCall<Of, K, U> }): Act<Of> => ({
    ...words,
    callOf: (of, values) => ({ call, inputs: [input(of, values)] }) as SendingCall,
    run: async (of, values) => {
      try {
        const answer = await browserApi(call, input(of, values))
        return {
          said: typeof done === 'function' ? done(of, answer) : done,
          ...(undo && {
            undo: async () => {
              await browserApi(undo.call, undo.input(of, answer))
              return undo.done
            },
          }),
        }
      } catch (error) {
        if (isRefusal(error) && error.code === AWAITING_APPROVAL) return { said: error.message }
        throw error
      }
    },
  })

type Call<Of, K extends PostKey> = {
  call: K
  input: (of: Of, values: FormValues) => Input<ApiContract[K]>
  /** The dialog says whom its messages reach. */
  sends?: ApiContract[K] extends { sends: true } ? true : never
  /** What to tell the user; empty where the screen shows the result itself. */
  done: string | ((of: Of, answer: Output<ApiContract[K]>) => string)
}

/** The call that takes an act back, from what was done and what it answered. */
type UndoCall<Of, K extends PostKey, U extends PostKey> = {
  call: U
  input: (of: Of, answer: Output<ApiContract[K]>) => Input<ApiContract[U]>
  done: string
}

type ActDialogProps<Of> = {
  act: Act<Of>
  of: Of
  called?: string | undefined
  /** Reads the record again: something was done, or somebody else was faster. */
  reload: () => void
  /** Follows instead of `reload` when it was done, such as leaving a record that is gone. */
  done?: (() => void) | undefined
  /** Shows what was done; without it a message over the screen does. */
  told?: (message: string) => void
  close: () => void
}

/** The dialog of an act: what it brings about, its fields, and the error if it was refused. */
export function ActDialog<Of>({ act, of, called, reload, done = reload, told = announce, close }: ActDialogProps<Of>) {
  const { name, action = name, title, confirm, fields = [], initial, isDanger, isBlocked } = act
  const [values, setValues] = useState(initial?.(of) ?? {})
  const fieldsNow = typeof fields === 'function' ? fields(of, values) : fields
  const intro = typeof confirm === 'function' ? confirm(of) : confirm
  const offerUndo = useUndo()
  const send = async (values: FormValues) => {
    const { said, undo } = await act.run(of, values).catch(error => reloadOnConflict(error, reload))
    if (said) told(said)
    if (undo)
      offerUndo({
        said: called ? `${said}：${called}` : said,
        undo: () => undo().finally(reload),
      })
    done()
  }
  return (
    <FormDialog
      title={title?.(of) ?? (called ? `${name}：${called}` : name)}
      intro={typeof intro === 'string' ? <p>{intro}</p> : intro}
      action={action}
      danger={isDanger}
      disabled={isBlocked?.(of)}
      fields={typeof fields === 'function' ? values => fields(of, values) : fields}
      initial={initial?.(of)}
      send={send}
      close={close}
      onChange={setValues}
    >
      {act.sends && <CallReach {...act.callOf(of, withoutWords(fieldsNow, values))} />}
    </FormDialog>
  )
}

type ActsProps<Of, Code extends string> = {
  acts: Readonly<Record<Code, Act<Of>>>
  /** Acts that are possible now, in the order of their buttons. */
  possible: readonly Code[]
  of: Of
  called?: string
  reload: () => void
  /** Follows some acts instead of `reload`. */
  after?: Partial<Record<Code, () => void>>
  /** Buttons before them: what is not an act on the record. */
  children?: ReactNode
}

/** Buttons of the acts that are possible on a record now; each explains itself before it is done, and says below them what it did. */
export function Acts<Of, Code extends string>({
  acts,
  possible,
  of,
  called,
  reload,
  after,
  children,
}: ActsProps<Of, Code>) {
  const [asked, ask] = useState<Code>()
  const [said, say] = useState('')
  return (
    <>
      {(children || possible.length > 0) && (
        <div className="form-actions">
          {children}
          {possible.map(code => {
            const { name, isMain, isDanger, isBlocked } = acts[code]
            return (
              <Button
                key={code}
                type={isMain ? 'primary' : 'default'}
                danger={isDanger}
                disabled={isBlocked?.(of)}
                onClick={() => ask(code)}
              >
                {name}
              </Button>
            )
          })}
        </div>
      )}
      <p role="status">{said}</p>
      {asked && (
        <ActDialog
          act={acts[asked]}
          of={of}
          called={called}
          reload={reload}
          done={after?.[asked]}
          told={say}
          close={() => ask(undefined)}
        />
      )}
    </>
  )
}

type ActButtonProps<Of> = Pick<ActDialogProps<Of>, 'act' | 'of' | 'called' | 'reload' | 'done'> & { size?: 'small' }

/** The button of one act, in a row or beside a heading. */
export function ActButton<Of>({ act, size, ...props }: ActButtonProps<Of>) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button size={size} danger={act.isDanger} disabled={act.isBlocked?.(props.of)} onClick={() => open(true)}>
        {act.name}
        {size && props.called && <span className="hidden-text">：{props.called}</span>}
      </Button>
      {isOpen && <ActDialog act={act} {...props} close={() => open(false)} />}
    </>
  )
}
