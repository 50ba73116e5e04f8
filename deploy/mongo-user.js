// Runs once, when MongoDB starts on an empty volume (docker-compose.yml).
db.getSiblingDB('farmgate').createUser({
  user: 'farmgate',
  pwd: process.env.MONGO_PASSWORD,
  roles: [{ role: 'readWrite', db: 'farmgate' }],
});
