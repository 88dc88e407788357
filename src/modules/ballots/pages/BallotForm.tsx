import { Button } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Form } from '#ui/form/Form.tsx'
import { ballotFields, ballotFormFaults, blankBallot, draftOf, formOf } from '../ballotForm.ts'
import type { BallotDetail } from './ballotActs.tsx'

type Props = { of?: BallotDetail; done: (id: number) => void; cancel: () => void }

/** A new ballot, or its draft. */
export function BallotForm({ of, done, cancel }: Props) {
  const [values, setValues] = useState(of ? formOf(of) : blankBallot)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const sending = useSubmit('POST /staff/ballot/save')
  const save = async () => {
    const found = ballotFormFaults(values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const saved = await sending.submit({ ...(of && { id: of.id, version: of.version }), ...draftOf(values) })
    if (saved) done(saved.id)
  }
  return (
    <section className="desk-card">
      <h2>{of ? `修改：${of.title}` : '新建投票'}</h2>
      <Form
        fields={ballotFields}
        values={values}
        onChange={setValues}
        errors={{ ...sending.fields, ...faults }}
        message={sending.error?.message ?? ''}
        onSubmit={() => void save()}
      >
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={sending.busy}>
            保存草稿
          </Button>
          <Button onClick={cancel}>取消</Button>
        </div>
      </Form>
    </section>
  )
}
