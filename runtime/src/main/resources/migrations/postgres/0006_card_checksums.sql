-- A card is what the model reads: a changed byte must be found before it is sent. Cards written before have no checksum.
ALTER TABLE state.cards ADD COLUMN crc bigint;
