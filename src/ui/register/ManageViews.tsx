import { Button, Checkbox, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'

type View = Output<ApiContract['POST /staff/view/save']>
type Props = {
  register: string
  views: readonly View[]
  canShare: boolean
  query: string
  asDefault?: string
  changed: () => void
  onClose: () => void
}

/** Keeps what is shown as a view, and names or removes those that were kept. */
export function ManageViews({ register, views, canShare, query, asDefault, changed, onClose }: Props) {
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [isShared, setShared] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/view/save')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ register, name, query, isShared, isDefault: isDefault && !isShared }))) return
    changed()
    onClose()
  }
  return (
    <Modal title="视图" open onCancel={onClose} footer={null}>
      <form onSubmit={save} noValidate>
        <div className="field">
          <label htmlFor="view-name" className="field-label">
            把现在的筛选条件保存为
          </label>
          <Input id="view-name" value={name} maxLength={20} onChange={event => setName(event.target.value)} />
          {canShare && (
            <Checkbox checked={isShared} onChange={event => setShared(event.target.checked)}>
              与同事共享
            </Checkbox>
          )}
          {asDefault && !isShared && (
            <Checkbox checked={isDefault} onChange={event => setDefault(event.target.checked)}>
              {asDefault}
            </Checkbox>
          )}
        </div>
        <p className="field-hint">筛选、排序、栏目和每页条数一起保存；与已有的视图同名时，替换那个视图。</p>
        <Problem>{error?.message}</Problem>
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            保存视图
          </Button>
          <Button onClick={onClose}>取消</Button>
        </div>
      </form>
      {views.length > 0 && (
        <ul className="view-list" role="list" aria-label="已保存的视图">
          {views.map(view => (
            <KeptView key={view.id} view={view} canChange={!view.isShared || canShare} changed={changed} />
          ))}
        </ul>
      )}
    </Modal>
  )
}

type KeptProps = { view: View; canChange: boolean; changed: () => void }

function KeptView({ view: { id, name, isDefault, isShared }, canChange, changed }: KeptProps) {
  const [typed, setTyped] = useState<string>()
  const rename = useSubmit('POST /staff/view/rename')
  const remove = useSubmit('POST /staff/view/remove')
  const sendName = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await rename.submit({ id, name: typed ?? '' }))) return
    setTyped(undefined)
    changed()
  }
  const of = <span className="hidden-text">视图 {name}</span>
  return (
    <li>
      {typed === undefined ? (
        <span>
          {name}
          {isDefault && '（默认）'}
          {isShared && '（共享）'}
          <Problem>{remove.error?.message}</Problem>
        </span>
      ) : (
        <form onSubmit={sendName} noValidate>
          <Input
            aria-label={`视图 ${name} 的新名称`}
            autoFocus
            value={typed}
            maxLength={20}
            onChange={event => setTyped(event.target.value)}
          />
          <Problem>{rename.error?.message}</Problem>
          <Button type="primary" htmlType="submit" loading={rename.busy}>
            保存名称
          </Button>
          <Button type="text" onClick={() => setTyped(undefined)}>
            取消
          </Button>
        </form>
      )}
      {canChange && typed === undefined && (
        <>
          <Button type="text" onClick={() => setTyped(name)}>
            改名{of}
          </Button>
          <Button danger type="text" onClick={async () => (await remove.submit({ id })) && changed()}>
            删除{of}
          </Button>
        </>
      )}
    </li>
  )
}
