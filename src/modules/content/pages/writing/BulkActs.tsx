import { Button, Input, Modal, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { BulkResults } from '#ui/BulkResults.tsx'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'

const ACTIONS = {
  publish: '发布',
  withdraw: '下线',
  move: '移动栏目',
  delete: '删除',
  undelete: '恢复',
} as const
type Action = keyof typeof ACTIONS

type Props = {
  rows: readonly { id: number; title: string }[]
  chosen: readonly number[]
  choose: (ids: number[]) => void
  columns: readonly { id: number; name: string }[]
  inTrash: boolean
  done: () => void
}

/** The same for all that are picked out: asked once, with how many and which; answered one by one. */
export function BulkActs({ rows, chosen, choose, columns, inTrash, done }: Props) {
  const [action, ask] = useState<Action>()
  const actions: Action[] = inTrash ? ['undelete'] : ['publish', 'withdraw', 'move', 'delete']
  return (
    <div className="writing-bulk">
      <span>{chosen.length === 0 ? '选中文章后可以批量处理' : `已选 ${chosen.length} 篇`}</span>
      {actions.map(one => (
        <Button key={one} disabled={chosen.length === 0} onClick={() => ask(one)}>
          {ACTIONS[one]}
        </Button>
      ))}
      {action && (
        <BulkDialog
          {...{ action, rows, chosen, columns }}
          onClose={changed => {
            ask(undefined)
            if (!changed) return
            choose([])
            done()
          }}
        />
      )}
    </div>
  )
}

type DialogProps = Pick<Props, 'rows' | 'chosen' | 'columns'> & { action: Action; onClose: (changed: boolean) => void }

function BulkDialog({ action, rows, chosen, columns, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [catalogId, setCatalogId] = useState<number>()
  const [results, setResults] = useState<{ id: number; title: string; done: boolean; message: string }[]>()
  const { submit, busy, error, fields } = useSubmit('POST /staff/article/bulk')
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await submit({ ids: [...chosen], action, reason: reason || undefined, catalogId })
    if (answer) setResults(answer)
  }
  if (results)
    return (
      <Modal title={`${ACTIONS[action]}的结果`} open onCancel={() => onClose(true)} footer={null}>
        <BulkResults
          unit="篇"
          results={results.map(({ title, ...one }) => ({ ...one, name: title }))}
          close={() => onClose(true)}
        />
      </Modal>
    )
  return (
    <Modal title={`${ACTIONS[action]} ${chosen.length} 篇文章`} open onCancel={() => onClose(false)} footer={null}>
      <form noValidate onSubmit={run}>
        <ul className="writing-results">
          {chosen.map(id => (
            <li key={id}>{rows.find(row => row.id === id)?.title ?? `文章 ${id}`}</li>
          ))}
        </ul>
        {action === 'withdraw' && (
          <Field name="reason" label="下线的原因" required error={fields.reason}>
            {described => (
              <Input.TextArea
                {...described}
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={500}
                value={reason}
                onChange={event => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        {action === 'move' && (
          <Field name="catalogId" label="移到" required error={fields.catalogId}>
            {described => (
              <Select
                {...described}
                value={catalogId}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="请选择栏目"
                onChange={setCatalogId}
                options={columns.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </Field>
        )}
        {error && Object.keys(fields).length === 0 && (
          <p role="alert" className="field-error">
            {error.message}
          </p>
        )}
        <p className="form-actions">
          <Button type="primary" htmlType="submit" autoFocus loading={busy}>
            {ACTIONS[action]}
          </Button>
          <Button onClick={() => onClose(false)}>取消</Button>
        </p>
      </form>
    </Modal>
  )
}
