/** What was just done, for whoever listens to the screen; the others see it. */
export const Said = ({ children }: { children: string | undefined }) => (
  <p className="hidden-text" role="status">
    {children}
  </p>
)
