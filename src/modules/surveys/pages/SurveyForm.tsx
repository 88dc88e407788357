import { Button } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { type FormValues, fieldsIn, type Option } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { blankSurvey, surveyFields } from '../surveyForm.ts'

export type SurveyDetail = Output<ApiContract['GET /staff/survey/detail']>
type Props = { of?: SurveyDetail; templates?: readonly Option[]; done: (id: number) => void; cancel: () => void }

/** Settings of a new survey, or of one that is there. */
export function SurveyForm({ of, templates = [], done, cancel }: Props) {
  const [{ templateId, ...values }, setValues] = useState<FormValues>(of?.form ?? blankSurvey)
  const sending = useSubmit('POST /staff/survey/save')
  const save = async () => {
    const saved = await sending.submit({
      ...(of && { id: of.id, version: of.version }),
      ...(templateId && { templateId: Number(templateId) }),
      form: values,
    })
    if (saved) done(saved.id)
  }
  return (
    <section className="desk-card">
      <h2>{of ? `修改：${of.title}` : '新建问卷'}</h2>
      <Form
        fields={templates.length > 0 ? [templateField(templates), ...surveyFields] : surveyFields}
        values={{ templateId: templateId ?? null, ...values }}
        onChange={setValues}
        errors={sending.fields}
        message={sending.error?.message ?? ''}
        onSubmit={() => void save()}
      >
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={sending.busy}>
            {of ? '保存' : '保存，接着写题目'}
          </Button>
          <Button onClick={cancel}>取消</Button>
        </div>
      </Form>
    </section>
  )
}

const templateField = (options: readonly Option[]) =>
  fieldsIn('问卷')('templateId', '从模板带入题目', {
    kind: 'choice',
    options,
    hint: '带入以后可以任意修改；不选则从空白开始',
  })
