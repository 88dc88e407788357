import './surveys.css'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { FileList } from '#ui/file/FileList.tsx'
import { RowsTable } from '#ui/table/RowsTable.tsx'
import type { Route } from './+types/StaffSurveyAnswer'

export { staffSurveyAnswer as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/survey/answer', { id: pathId(params.answer) }),
)

/** One answer, with the questions of its version. */
export default function StaffSurveyAnswer({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.name)
  const { fields, form, files } = of
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.name}</h2>
          <Link to={`/staff/surveys/${of.surveyId}/answers`}>全部答卷</Link>
        </div>
        <Facts
          facts={[
            [
              '问卷',
              <Link key="survey" to={`/staff/surveys/${of.surveyId}`}>
                {of.surveyTitle}
              </Link>,
            ],
            ['交卷', of.handedInOn],
            ['填写的经办人', of.filledBy.join('、')],
            ['题目', `第 ${of.versionNumber} 版`],
            [
              '单位',
              of.organisationId && (
                <Link key="organisation" to={`/staff/organisations/${of.organisationId}`}>
                  查看单位的档案
                </Link>
              ),
            ],
            [
              '人员',
              of.personId && (
                <Link key="person" to={`/staff/persons/${of.personId}`}>
                  查看人员
                </Link>
              ),
            ],
          ]}
        />
      </section>
      <section className="desk-card">
        <h2>答案</h2>
        <ol className="survey-answered">
          {fields.map(field => {
            const value = form[field.name]
            const table = tableOf(field, value)
            const file = field.kind === 'file' ? files.filter(({ id }) => id === value) : []
            return (
              <li key={field.name}>
                <b>{field.section ? `${field.section}：${field.label}` : field.label}</b>
                {table?.rows.length ? (
                  <RowsTable caption={field.label} {...table} />
                ) : file.length > 0 ? (
                  <FileList files={file} />
                ) : (
                  <p className="survey-text">{fieldText(field, value) || '未填写'}</p>
                )}
              </li>
            )
          })}
        </ol>
      </section>
    </>
  )
}
