import { Button, Checkbox, Modal } from 'antd'
import './keys.css'

type Props = { keys: [string, string][]; on: boolean; turn: (on: boolean) => void; onClose: () => void }

export const KeysHelp = ({ keys, on, turn, onClose }: Props) => (
  <Modal title="快捷键" open onCancel={onClose} footer={null}>
    <dl className="facts">
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p>
      <Checkbox checked={on} onChange={event => turn(event.target.checked)}>
        使用快捷键
      </Checkbox>
    </p>
    <p className="field-hint">正在输入文字或打开对话框时，快捷键不起作用。</p>
    <div className="form-actions">
      <Button onClick={onClose}>关闭</Button>
    </div>
  </Modal>
)
