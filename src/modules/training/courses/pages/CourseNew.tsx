import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { States } from '#ui/States.tsx'
import { sessionFiller } from './CourseCard.tsx'
import { CourseContent, isLine } from './CourseContent.tsx'
import { DESK } from './courseViews.ts'

/** The whole form of a new course, empty or as an earlier one has it. What is saved is a draft. */
export function CourseNew({ from }: { from?: number }) {
  const answer = useApi('GET /staff/training/course/blank', { from })
  const navigate = useNavigate()
  const save = async (form: FormValues) => {
    const { id } = await browserApi('POST /staff/training/course/save', { form })
    await navigate(`${DESK}/${id}`)
  }
  return (
    <section className="desk-card course-new">
      <div className="desk-card-head">
        <h2>{from ? '照已有的班新建' : '新建培训班'}</h2>
        <Link to={DESK}>全部培训班</Link>
      </div>
      <p>保存后为草稿，核对无误再公布。{from && '除日期以外都照原来的填好了，请填写新的日期，并逐项核对。'}</p>
      <States answer={answer}>
        {({ fields, values, files }) => (
          <RecordForm
            fields={fields.filter(isLine)}
            values={values}
            save={save}
            reload={answer.reload}
            fillers={sessionFiller}
            labelOf={name => fields.find(field => field.name === name)?.label}
            onCancel={() => void navigate(DESK)}
          >
            {(typed, change, errors) => <CourseContent typed={typed} change={change} errors={errors} files={files} />}
          </RecordForm>
        )}
      </States>
    </section>
  )
}
