import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import '../states.css'

type Props = { save: () => Promise<unknown>; primary?: boolean; children: ReactNode }

/** Saves a document that a call answers; says why where there is none. */
export function SaveButton({ save, primary, children }: Props) {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const start = () => {
    setState({ busy: true })
    save().then(
      () => setState({ busy: false }),
      error => setState({ busy: false, problem: refusalOf(error).message }),
    )
  }
  return (
    <span className="save-button">
      <Button loading={state.busy} type={primary ? 'primary' : 'default'} onClick={start}>
        {children}
      </Button>
      {state.problem && <span role="alert">{state.problem}</span>}
    </span>
  )
}
