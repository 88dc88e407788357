-- What staff add to the public pages tells all processes of its changes, as the rest does.
select 1;
