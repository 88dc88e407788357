import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SubmittedAnswers } from '../applying/pages/SubmittedAnswers.tsx'
import type { OwnForm } from './useApplicationForm.ts'

type Props = { of: Pick<OwnForm, 'fields' | 'form' | 'materials'>; progressRoute: string; children?: ReactNode }

/** Shows a submitted form, with a link to its progress. */
export const SubmittedForm = ({ of, progressRoute, children }: Props) => (
  <section className="centre-card">
    <h2>已提交的申请表</h2>
    {children}
    <SubmittedAnswers {...of} />
    <p className="form-actions">
      <Link className="button" to={progressRoute}>
        查看进度
      </Link>
    </p>
  </section>
)
