import { Modal } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  title: string
  isOpen: boolean
  /** Labels of the buttons that confirm and cancel. */
  action: string
  back: string
  danger?: boolean
  busy: boolean
  send: () => Promise<unknown>
  close: () => void
  /** Absent where what pressed the button gets the focus again. */
  keepsFocus?: boolean
  /** Consequences, and the error if it was refused. */
  children: ReactNode
}

/** Asks once more before something is done. */
export const AskDialog = (props: Props) => {
  const { title, isOpen, action, back, danger, busy, send, close, keepsFocus, children } = props
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={close}
      onOk={() => void send()}
      okText={action}
      cancelText={back}
      okButtonProps={{ danger, loading: busy }}
      focusable={{ focusTriggerAfterClose: !keepsFocus }}
      destroyOnHidden
    >
      {children}
    </Modal>
  )
}
