export default function StaffPersons() {
  return null
}
