import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'

type Props<Row extends { name: string }> = {
  title: string
  /** Row to delete; undefined: the dialog is closed. */
  of: Row | undefined
  /** Consequence of deleting, where it differs from that of site records. */
  consequence?: string
  remove: (row: Row) => Promise<unknown>
  done: (row: Row) => void
  close: () => void
  /** Help for rows that cannot be deleted. */
  children?: (row: Row) => ReactNode
}

/** Asks once more before a row goes, and says why where it cannot. */
export const Removal = <Row extends { name: string }>({ title, of, ...asked }: Props<Row>) => (
  <Modal title={title} open={of !== undefined} onCancel={asked.close} footer={null} destroyOnHidden>
    {of && <Question of={of} {...asked} />}
  </Modal>
)

const ON_SITE = '删除后网站上立即不再显示，不能恢复。'

type QuestionProps<Row extends { name: string }> = Omit<Props<Row>, 'title' | 'of'> & { of: Row }

function Question<Row extends { name: string }>(asked: QuestionProps<Row>) {
  const { of, consequence = ON_SITE, remove, done, close, children } = asked
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const go = () => {
    setState({ busy: true })
    remove(of).then(
      () => done(of),
      error => setState({ busy: false, problem: toRefusal(error).message }),
    )
  }
  return (
    <>
      <p>
        确定删除“{of.name}”吗？{consequence}
      </p>
      {children?.(of)}
      {state.problem && <Alert role="alert" type="warning" showIcon title={state.problem} />}
      <div className="form-actions">
        <Button danger loading={state.busy} onClick={go}>
          删除
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
    </>
  )
}
