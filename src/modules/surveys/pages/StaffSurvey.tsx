import './surveys.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { minute } from '#lib/dates.ts'
import { Acts } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { audienceNames, identityNames } from '../surveyWords.ts'
import type { Route } from './+types/StaffSurvey'
import { Preview } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { type SurveyDetail, SurveyForm } from './SurveyForm.tsx'
import { possibleActs, surveyActs } from './surveyActs.tsx'
import { surveyTones } from './surveyTones.ts'

export { staffSurvey as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/survey/detail', { id: pathId(params.id) }),
)

/** One survey: for whom it is, what it asks, and how far it has come. */
export default function StaffSurvey({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isEditing, edit] = useState(false)
  const [isPreviewing, preview] = useState(false)
  const reload = () => void revalidate()
  if (isEditing)
    return (
      <SurveyForm
        of={of}
        done={() => {
          edit(false)
          reload()
        }}
        cancel={() => edit(false)}
      />
    )
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.title}</h2>
          <StateTag of={of} tones={surveyTones} />
        </div>
        <Facts
          facts={[
            ['对象', audienceNames[of.audience]],
            ['署名', identityNames[of.identity]],
            ['截止', of.closesAt ? minute(of.closesAt) : '由工作人员截止'],
            ['收满截止', of.maxAnswers && `${of.maxAnswers} 份`],
            [
              '名字保存',
              of.identity !== 'anonymous' &&
                (of.erasedOn ? `已于 ${of.erasedOn} 清除` : `截止后 ${of.keptMonths} 个月`),
            ],
            [
              '名单',
              of.audience === 'roll' && (
                <Link key="roll" to={`/staff/surveys/${of.id}/roll`}>
                  {of.respondents} 个，{of.silent} 个没有交
                </Link>
              ),
            ],
            [
              '答卷',
              of.state !== 'draft' && (
                <Link key="answers" to={`/staff/surveys/${of.id}/answers`}>
                  {of.answers} 份
                </Link>
              ),
            ],
          ]}
        />
        {of.intro && <p className="survey-text">{of.intro}</p>}
        <Acts
          acts={surveyActs}
          possible={possibleActs(of)}
          of={of}
          called={of.title}
          reload={reload}
          after={{ remove: () => navigate('/staff/surveys') }}
        >
          <Button onClick={() => edit(true)}>修改设置</Button>
          <Button onClick={() => preview(true)}>预览</Button>
          {of.state !== 'draft' && (
            <Button onClick={() => navigate(`/staff/surveys/${of.id}/results`)}>查看结果</Button>
          )}
          {of.questions.some(({ kind }) => kind === 'clauses') && of.state !== 'draft' && (
            <Button onClick={() => navigate(`/staff/surveys/${of.id}/comments`)}>意见汇总</Button>
          )}
        </Acts>
      </section>
      {of.state !== 'draft' && <Address of={of} />}
      <Questions of={of} reload={reload} />
      {isPreviewing && <Preview of={of} close={() => preview(false)} />}
    </>
  )
}

function Address({ of }: { of: SurveyDetail }) {
  const copy = () =>
    navigator.clipboard.writeText(of.url).then(
      () => announce('已复制链接'),
      () => announce('浏览器不让复制，请选中链接复制'),
    )
  return (
    <section className="desk-card">
      <h2>链接和二维码</h2>
      <div className="survey-address">
        <div>
          <p>
            <a href={of.url}>{of.url}</a>
          </p>
          <p>
            {of.audience === 'roll'
              ? '名单上的登录会员账号，或用短信、邮件里的口令填写。'
              : of.identity === 'anonymous'
                ? '有链接的都可以填写，不用登录。'
                : '有链接的登录会员账号后填写，每个账号一份。'}
          </p>
          <Button onClick={() => void copy()}>复制链接</Button>
        </div>
        <img alt="问卷的二维码" src={`data:image/svg+xml,${encodeURIComponent(of.qr)}`} />
      </div>
    </section>
  )
}
