import type { ReactNode } from 'react'

/** Says at once, to whoever listens to the screen too, why something was refused; nothing where nothing was. */
export const Problem = ({ children }: { children: ReactNode }) =>
  children ? (
    <p role="alert" className="field-error">
      {children}
    </p>
  ) : null

/** The same in the middle of a line. */
export const InlineProblem = ({ children }: { children: ReactNode }) =>
  children ? (
    <span role="alert" className="field-error">
      {children}
    </span>
  ) : null
