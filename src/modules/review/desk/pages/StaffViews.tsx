import { Button, Checkbox, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { QUEUE } from './desking.ts'

type View = Output<ApiContract['GET /staff/review/view/list']>[number]
type Counts = Output<ApiContract['GET /staff/review/counts']>
type Props = { views: View[]; counts: Counts | undefined; search: string; changed: () => void }

/** The ways of looking at the queue that everybody needs, and the own ones. */
export function StaffViews({ views, counts, search, changed }: Props) {
  const [open, setOpen] = useState(false)
  const usual = [
    { name: '待我处理', query: 'status=mine', n: counts?.mine },
    { name: '由我负责', query: 'status=open&assignee=me', n: counts?.assigned },
    { name: '已逾期', query: 'status=open&overdue=1', n: counts?.overdue },
    { name: '进行中', query: 'status=open', n: counts?.open },
    { name: '全部', query: 'status=all', n: undefined },
  ]
  const current = search.slice(1) || 'status=mine'
  return (
    <nav className="views" aria-label="视图">
      <ul role="list">
        {[...usual, ...views.map(view => ({ ...view, n: undefined }))].map(({ name, query, n }) => (
          <li key={name}>
            <Link to={`${QUEUE}?${query}`} aria-current={query === current ? 'page' : undefined}>
              {name}
              {n !== undefined && <span>{n}</span>}
            </Link>
          </li>
        ))}
        <li>
          <Button type="text" onClick={() => setOpen(true)}>
            保存与管理视图
          </Button>
        </li>
      </ul>
      {open && <ManageViews views={views} query={current} changed={changed} onClose={() => setOpen(false)} />}
    </nav>
  )
}

type ManageProps = { views: View[]; query: string; changed: () => void; onClose: () => void }

function ManageViews({ views, query, changed, onClose }: ManageProps) {
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/review/view/save')
  const remove = useSubmit('POST /staff/review/view/remove')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ name, query, isDefault }))) return
    changed()
    onClose()
  }
  return (
    <Modal title="我的视图" open onCancel={onClose} footer={null}>
      <form onSubmit={save} noValidate>
        <div className="field">
          <label htmlFor="view-name" className="field-label">
            把现在的筛选条件保存为
          </label>
          <Input id="view-name" value={name} maxLength={20} onChange={event => setName(event.target.value)} />
          <Checkbox checked={isDefault} onChange={event => setDefault(event.target.checked)}>
            打开审核台时默认使用
          </Checkbox>
        </div>
        <Problem>{(error ?? remove.error)?.message}</Problem>
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            保存视图
          </Button>
          <Button onClick={onClose}>取消</Button>
        </div>
      </form>
      {views.length > 0 && (
        <ul className="view-list" role="list" aria-label="已保存的视图">
          {views.map(({ id, name, isDefault }) => (
            <li key={id}>
              {name}
              {isDefault && '（默认）'}
              <Button danger type="text" onClick={async () => (await remove.submit({ id })) && changed()}>
                删除<span className="hidden-text">视图 {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
