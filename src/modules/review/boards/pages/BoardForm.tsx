import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { type BoardKind, boardKindOptions } from '../board.ts'
import type { Board } from './StaffBoard.tsx'

const fieldsOf = (): FormField[] => [
  {
    name: 'title',
    label: '会议名称',
    kind: 'text',
    section: '',
    required: true,
    max: 60,
    hint: '如：第六届理事会第三次会议',
  },
  {
    name: 'kind',
    label: '类别',
    kind: 'choice',
    section: '',
    required: true,
    options: boardKindOptions(),
  },
  { name: 'meetsOn', label: '日期', kind: 'day', section: '', required: true },
  { name: 'place', label: '地点', kind: 'text', section: '', max: 60 },
]

type Props = { of?: Board; close: () => void; changed?: () => void }

/** A meeting to come: what it is called, when and where it meets. */
export function BoardForm({ of, close, changed }: Props) {
  const navigate = useNavigate()
  const [fields] = useState(fieldsOf)
  const [values, setValues] = useState<FormValues>({
    title: of?.title ?? '',
    kind: of?.kind ?? 'council',
    meetsOn: of?.meetsOn ?? null,
    place: of?.place ?? '',
  })
  const { submit, busy, error, fields: errors } = useSubmit('POST /staff/board/save')
  const save = async () => {
    const { title, kind, meetsOn, place } = values
    const given = {
      title: String(title),
      kind: kind as BoardKind,
      meetsOn: String(meetsOn ?? ''),
      place: String(place),
    }
    const saved = await submit({ ...(of && { id: of.id, version: of.version }), ...given })
    if (!saved) return
    close()
    if (of) changed?.()
    else navigate(`/staff/board/${saved.id}`)
  }
  return (
    <Modal title={of ? '修改会议信息' : '新建审议会'} open onCancel={close} footer={null}>
      <Form
        fields={fields}
        values={values}
        errors={errors}
        onChange={setValues}
        message={error?.message}
        onSubmit={() => void save()}
      >
        {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {of ? '保存' : '新建'}
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </Form>
    </Modal>
  )
}
