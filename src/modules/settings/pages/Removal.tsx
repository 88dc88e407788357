import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'

type Props = {
  name: string
  /** What follows, where that is not what it is for the site's records. */
  consequence?: string
  remove: () => Promise<unknown>
  done: () => void
  onCancel: () => void
  children?: ReactNode
}

const ON_SITE = '删除后网站上立即不再显示，不能恢复。'

/** Asks once more before a row goes, and says why where it cannot. */
export function Removal({ name, consequence = ON_SITE, remove, done, onCancel, children }: Props) {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const go = () => {
    setState({ busy: true })
    remove().then(done, error => setState({ busy: false, problem: refusalOf(error).message }))
  }
  return (
    <>
      <p>
        确定删除“{name}”吗？{consequence}
      </p>
      {children}
      {state.problem && <Alert role="alert" type="warning" showIcon title={state.problem} />}
      <div className="form-actions">
        <Button danger loading={state.busy} onClick={go}>
          删除
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </>
  )
}
