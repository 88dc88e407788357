/** Announces an action to screen readers only. */
export const StatusMessage = ({ children }: { children: string | undefined }) => (
  <p className="hidden-text" role="status">
    {children}
  </p>
)
