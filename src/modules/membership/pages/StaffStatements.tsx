export default function StaffStatements() {
  return null
}
