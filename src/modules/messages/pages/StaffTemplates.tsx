export default function StaffTemplates() {
  return null
}
