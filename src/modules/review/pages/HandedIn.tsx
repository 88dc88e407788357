import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SentAnswers } from './SentAnswers.tsx'
import type { OwnForm } from './useApplicationForm.ts'

type Props = { of: Pick<OwnForm, 'fields' | 'form' | 'materials'>; progressRoute: string; children?: ReactNode }

/** Shows a submitted form, with a link to its progress. */
export const HandedIn = ({ of, progressRoute, children }: Props) => (
  <section className="centre-card">
    <h2>已提交的申请表</h2>
    {children}
    <SentAnswers {...of} />
    <p className="form-actions">
      <Link className="button" to={progressRoute}>
        查看进度
      </Link>
    </p>
  </section>
)
