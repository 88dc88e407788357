import { Modal } from 'antd'
import { useState } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import { identityPromises } from '../surveyWords.ts'
import { AnswerForm } from './AnswerForm.tsx'
import type { SurveyDetail } from './SurveyForm.tsx'

/** The survey as it looks on a phone. What is typed here goes nowhere. */
export function Preview({ of, close }: { of: SurveyDetail; close: () => void }) {
  const [values, setValues] = useState<FormValues>({})
  return (
    <Modal title="预览：手机上的样子" open onCancel={close} footer={null} width={431}>
      <div className="survey-preview survey">
        <h1>{of.title}</h1>
        {of.intro && <p className="survey-text">{of.intro}</p>}
        <p>{identityPromises[of.identity]}</p>
        <AnswerForm
          questions={of.questions}
          values={values}
          onChange={setValues}
          errors={{}}
          message={undefined}
          hasAccount
          action="这是预览，不能交卷"
          onSubmit={() => {}}
        />
        <h2>交卷后</h2>
        <p className="survey-text">{of.thanks || '已收到您的答卷，谢谢。'}</p>
      </div>
    </Modal>
  )
}
