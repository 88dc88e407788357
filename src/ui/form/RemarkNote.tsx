import type { ReactNode } from 'react'

/** What a reviewer asks for, and below it the applicant's answer or the place for it. */
export const RemarkNote = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="remark">
    <p>
      <b>审核要求</b>
      {text}
    </p>
    {children}
  </div>
)
