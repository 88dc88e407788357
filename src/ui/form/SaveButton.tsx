import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { SavedDocument, saveSealValue } from '#api/file.ts'
import { toRefusal } from '#api/useApi.ts'
import '../states.css'

type Props = { save: () => Promise<unknown>; primary?: boolean; children: ReactNode }
type State = { busy: boolean; problem?: string; saved?: SavedDocument }

/**
 * Saves a document that a call answers; says why where there is none. Where a seal's value goes with it, that is offered then:
 * it is of exactly these bytes, and the same paper has others at the next download.
 */
export function SaveButton({ save, primary, children }: Props) {
  const [{ busy, problem, saved }, setState] = useState<State>({ busy: false })
  const start = (of: Props['save']) => {
    setState({ busy: true })
    of().then(
      said => setState({ busy: false, ...(said instanceof SavedDocument && { saved: said }) }),
      error => setState({ busy: false, problem: toRefusal(error).message }),
    )
  }
  return (
    <span className="save-button">
      <span className="save-buttons">
        <Button loading={busy} type={primary ? 'primary' : 'default'} onClick={() => start(save)}>
          {children}
        </Button>
        {saved?.related && <Button onClick={() => start(() => saveSealValue(saved))}>下载国密签章值（.es）</Button>}
      </span>
      {problem && <span role="alert">{problem}</span>}
    </span>
  )
}
