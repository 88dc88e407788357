CREATE INDEX "organisation_legal_person_index" ON "organisation" USING btree ("legal_person");--> statement-breakpoint
CREATE INDEX "organisation_contact_mobile_hash_index" ON "organisation_contact" USING btree ("mobile_hash");--> statement-breakpoint
CREATE INDEX "application_organisation_id_index" ON "application" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "application_person_id_index" ON "application" USING btree ("person_id");